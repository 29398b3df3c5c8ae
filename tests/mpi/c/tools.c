/* Settings, counters and categories as seen by tools. */
#define _POSIX_C_SOURCE 200112L
#include "check.h"

#define ROOM 512

static MPI_T_pvar_session session;

/* The value of the setting with this name; a number as text. */
static void setting(const char *name, char *text)
{
    int index, count, verbosity, bind, scope, name_len = ROOM, desc_len = 0, number;
    char found[ROOM];
    MPI_Datatype type;
    MPI_T_enum words;
    MPI_T_cvar_handle handle;

    OK(MPI_T_cvar_get_index(name, &index));
    OK(MPI_T_cvar_get_info(index, found, &name_len, &verbosity, &type, &words, NULL, &desc_len,
                           &bind, &scope));
    CHECK(!strcmp(found, name) && name_len == (int)strlen(name) + 1 && desc_len > 1);
    CHECK(bind == MPI_T_BIND_NO_OBJECT && scope == MPI_T_SCOPE_READONLY);
    OK(MPI_T_cvar_handle_alloc(index, NULL, &handle, &count));
    if (type == MPI_CHAR) {
        CHECK(count >= 1 && count <= ROOM && words == MPI_T_ENUM_NULL);
        OK(MPI_T_cvar_read(handle, text));
        CHECK((int)strlen(text) < count);
    } else {
        CHECK(type == MPI_INT && count == 1);
        OK(MPI_T_cvar_read(handle, &number));
        sprintf(text, "%d", number);
    }
    CHECK(MPI_T_cvar_write(handle, text) == MPI_T_ERR_CVAR_SET_NEVER);
    OK(MPI_T_cvar_handle_free(&handle));
    CHECK(handle == MPI_T_CVAR_HANDLE_NULL);
}

static void settings(void)
{
    int count, index, items, value, len = ROOM, short_len = 7;
    char text[ROOM], name[ROOM];
    MPI_T_enum words;

    OK(MPI_T_cvar_get_num(&count));
    CHECK(count > 13);
    setting("SKIFCH_BACKEND", text);
    CHECK(getenv("SKIFCH_BACKEND") ? !strcmp(text, getenv("SKIFCH_BACKEND")) : strlen(text) > 0);
    setting("SKIFCH_STATS", text);
    CHECK(!strcmp(text, "0"));
    /* One of several words: its index, and the word itself. */
    setting("SKIFCH_LOG", text);
    OK(MPI_T_cvar_get_index("SKIFCH_LOG", &index));
    OK(MPI_T_cvar_get_info(index, name, &short_len, NULL, NULL, &words, NULL, NULL, NULL, NULL));
    CHECK(!strcmp(name, "SKIFCH") && short_len == 11);
    OK(MPI_T_enum_get_info(words, &items, name, &len));
    CHECK(items == 4 && !strcmp(name, "SKIFCH_LOG"));
    len = ROOM;
    OK(MPI_T_enum_get_item(words, atoi(text), &value, name, &len));
    CHECK(value == atoi(text) && !strcmp(name, "warn"));
    CHECK(MPI_T_enum_get_item(words, items, &value, name, &len) == MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_enum_get_info(MPI_T_ENUM_NULL, &items, name, &len) == MPI_T_ERR_INVALID_HANDLE);
    /* Each has a name, by which it is found. */
    for (int at = 0; at < count; at++) {
        int found;
        len = ROOM;
        OK(MPI_T_cvar_get_info(at, name, &len, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
        OK(MPI_T_cvar_get_index(name, &found));
        CHECK(found == at);
    }
    CHECK(MPI_T_cvar_get_info(count, name, &len, NULL, NULL, NULL, NULL, NULL, NULL, NULL) ==
          MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_cvar_get_index("SKIFCH_NO_SUCH", &index) == MPI_T_ERR_INVALID_NAME);
    CHECK(MPI_T_cvar_get_num(NULL) == MPI_T_ERR_INVALID);
}

/* A setting is what it was at the start, whatever becomes of the environment: so the value fits the
 * room that was told. */
static void unchanged(void)
{
    char before[ROOM], after[ROOM], longer[ROOM];
    const char *given = getenv("SKIFCH_BACKEND");
    MPI_T_cvar_handle handle;
    int index, count;

    setting("SKIFCH_BACKEND", before);
    OK(MPI_T_cvar_get_index("SKIFCH_BACKEND", &index));
    OK(MPI_T_cvar_handle_alloc(index, NULL, &handle, &count));
    memset(longer, 'x', ROOM - 1);
    longer[ROOM - 1] = 0;
    CHECK(setenv("SKIFCH_BACKEND", longer, 1) == 0);
    memset(after, 7, ROOM);
    OK(MPI_T_cvar_read(handle, after));
    CHECK(!strcmp(after, before) && after[count] == 7);
    OK(MPI_T_cvar_handle_free(&handle));
    setting("SKIFCH_BACKEND", after);
    CHECK(!strcmp(after, before));
    CHECK(given ? setenv("SKIFCH_BACKEND", before, 1) == 0 : unsetenv("SKIFCH_BACKEND") == 0);
}

static MPI_T_pvar_handle counter(const char *name, int class)
{
    int index, count, found, bind, is_readonly, is_continuous, is_atomic;
    MPI_Datatype type;
    MPI_T_enum words;
    MPI_T_pvar_handle handle;

    OK(MPI_T_pvar_get_index(name, class, &index));
    OK(MPI_T_pvar_get_info(index, NULL, NULL, NULL, &found, &type, &words, NULL, NULL, &bind,
                           &is_readonly, &is_continuous, &is_atomic));
    CHECK(found == class && type == MPI_UNSIGNED_LONG_LONG && words == MPI_T_ENUM_NULL);
    CHECK(bind == MPI_T_BIND_NO_OBJECT && !is_readonly && !is_continuous && is_atomic);
    OK(MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &count));
    CHECK(count == 1);
    return handle;
}

static unsigned long long value(MPI_T_pvar_handle handle)
{
    unsigned long long value;
    OK(MPI_T_pvar_read(session, handle, &value));
    return value;
}

/* Ten messages to the next rank. */
static void exchange(int rank, int size)
{
    char bytes[1000] = {0}, others[1000];
    for (int turn = 0; turn < 10; turn++)
        OK(MPI_Sendrecv(bytes, sizeof bytes, MPI_CHAR, (rank + 1) % size, 0, others, sizeof others,
                        MPI_CHAR, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                        MPI_STATUS_IGNORE));
}

static void counters(int rank, int size)
{
    unsigned long long sent, seven = 7;
    int index;
    OK(MPI_T_pvar_session_create(&session));
    MPI_T_pvar_handle messages = counter("messages_sent", MPI_T_PVAR_CLASS_COUNTER);
    MPI_T_pvar_handle bytes = counter("bytes_sent", MPI_T_PVAR_CLASS_AGGREGATE);
    CHECK(MPI_T_pvar_get_index("bytes_sent", MPI_T_PVAR_CLASS_LEVEL, &index) ==
          MPI_T_ERR_INVALID_NAME);
    exchange(rank, size);
    CHECK(value(messages) == 0 && value(bytes) == 0);
    OK(MPI_T_pvar_start(session, messages));
    OK(MPI_T_pvar_start(session, bytes));
    exchange(rank, size);
    /* A message to oneself does not use the channel. */
    unsigned long long expected = size > 1 ? 10 : 0;
    CHECK(value(messages) >= expected);
    /* Longer messages than the channel's are only announced by it, and copied from rank to rank. */
    int is_whole = !getenv("SKIFCH_SHM_MAX_MESSAGE");
    CHECK(value(bytes) >= 1000 * expected || !is_whole);
    OK(MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES));
    sent = value(bytes);
    exchange(rank, size);
    CHECK(value(bytes) == sent);
    OK(MPI_T_pvar_readreset(session, bytes, &sent));
    CHECK((sent >= 1000 * expected || !is_whole) && value(bytes) == 0);
    OK(MPI_T_pvar_write(session, bytes, &seven));
    CHECK(value(bytes) == 7);
    OK(MPI_T_pvar_reset(session, MPI_T_PVAR_ALL_HANDLES));
    CHECK(value(bytes) == 0 && value(messages) == 0);
    OK(MPI_T_pvar_handle_free(session, &messages));
    CHECK(messages == MPI_T_PVAR_HANDLE_NULL);
    CHECK(MPI_T_pvar_read(session, messages, &sent) == MPI_T_ERR_INVALID_HANDLE);
    OK(MPI_T_pvar_session_free(&session));
    CHECK(session == MPI_T_PVAR_SESSION_NULL);
    CHECK(MPI_T_pvar_start(session, bytes) == MPI_T_ERR_INVALID_SESSION);
}

static void categories(void)
{
    int count, settings_count, counters_count, at, of_settings, of_counters, inner, all = 0;
    int indices[ROOM], len = ROOM, changed;
    char name[ROOM];
    OK(MPI_T_cvar_get_num(&settings_count));
    OK(MPI_T_pvar_get_num(&counters_count));
    OK(MPI_T_category_get_num(&count));
    CHECK(settings_count <= ROOM && count > 2);
    for (at = 0; at < count; at++) {
        OK(MPI_T_category_get_info(at, name, &len, NULL, NULL, &of_settings, &of_counters, &inner));
        OK(MPI_T_category_get_cvars(at, ROOM, indices));
        CHECK(inner == 0 && (of_settings == 0 || indices[0] == all));
        all += of_settings;
        len = ROOM;
    }
    CHECK(all == settings_count);
    OK(MPI_T_category_get_index("counters", &at));
    OK(MPI_T_category_get_info(at, NULL, NULL, NULL, NULL, NULL, &of_counters, NULL));
    CHECK(of_counters == counters_count);
    indices[1] = -5;
    OK(MPI_T_category_get_pvars(at, 1, indices));
    CHECK(indices[0] == 0 && indices[1] == -5);
    OK(MPI_T_category_changed(&changed));
    CHECK(MPI_T_category_get_info(count, name, &len, NULL, NULL, NULL, NULL, NULL) ==
          MPI_T_ERR_INVALID_INDEX);
}

int main(int argc, char **argv)
{
    int rank, size, provided, count, length;
    char text[MPI_MAX_ERROR_STRING];
    /* Without MPI, and without handlers: the first call is too early and does not end the job. */
    CHECK(MPI_T_cvar_get_num(&count) == MPI_T_ERR_NOT_INITIALIZED);
    CHECK(MPI_T_finalize() == MPI_T_ERR_NOT_INITIALIZED);
    OK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
    CHECK(provided == MPI_THREAD_MULTIPLE);
    settings();
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    settings();
    unchanged();
    counters(rank, size);
    categories();
    OK(MPI_Error_string(MPI_T_ERR_INVALID_NAME, text, &length));
    CHECK(strstr(text, "MPI_T_ERR_INVALID_NAME") != NULL);
    OK(MPI_T_finalize());
    OK(MPI_Finalize());
    /* The tool that initialized first is still active. */
    categories();
    OK(MPI_T_finalize());
    CHECK(MPI_T_category_get_num(&count) == MPI_T_ERR_NOT_INITIALIZED);
    return 0;
}
