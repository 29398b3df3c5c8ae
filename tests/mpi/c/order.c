/* Reductions by a non-commutative operation: operands are in rank order in every call, at any
 * length, and in place. */
#include "check.h"

enum { MOST = 20011, RANKS = 64 };

/* x -> a x + b modulo 251: composition is associative and does not commute. */
struct line {
    unsigned char a, b;
};

static struct line own[MOST], all[MOST], expected[RANKS + 1][MOST];
static int rank, size;
static MPI_Datatype line;
static MPI_Op compose;

static struct line composed(struct line first, struct line then)
{
    return (struct line){(unsigned char)(first.a * then.a % 251),
                         (unsigned char)((first.b * then.a + then.b) % 251)};
}

static void compose_lines(void *in, void *inout, int *len, MPI_Datatype *type)
{
    const struct line *first = in;
    struct line *then = inout;
    (void)type;
    for (int at = 0; at < *len; at++)
        then[at] = composed(first[at], then[at]);
}

static struct line of(int who, int at)
{
    return (struct line){(unsigned char)(2 + (who * 7 + at) % 249),
                         (unsigned char)((who * 13 + at * 3) % 251)};
}

/* `expected[n]` is the result of the first n ranks. */
static void prepare(int count)
{
    for (int at = 0; at < count; at++) {
        own[at] = of(rank, at);
        expected[1][at] = of(0, at);
        for (int who = 1; who < size; who++)
            expected[who + 1][at] = composed(expected[who][at], of(who, at));
    }
}

static void is(const struct line *is, const struct line *wanted, int count)
{
    CHECK(memcmp(is, wanted, (size_t)count * sizeof *is) == 0);
}

static void rooted(int count, int root)
{
    memset(all, 0, sizeof all);
    OK(MPI_Reduce(own, all, count, line, compose, root, MPI_COMM_WORLD));
    if (rank == root)
        is(all, expected[size], count);
    memcpy(all, own, sizeof all);
    MPI_Request request;
    OK(MPI_Ireduce(rank == root ? MPI_IN_PLACE : all, all, count, line, compose, root,
                   MPI_COMM_WORLD, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    is(all, rank == root ? expected[size] : own, count);
}

static void everywhere(int count)
{
    MPI_Request requests[3];
    static struct line up_to[MOST], before[MOST];

    OK(MPI_Allreduce(own, all, count, line, compose, MPI_COMM_WORLD));
    is(all, expected[size], count);
    memcpy(all, own, sizeof all);
    OK(MPI_Allreduce(MPI_IN_PLACE, all, count, line, compose, MPI_COMM_WORLD));
    is(all, expected[size], count);
    memcpy(all, own, sizeof all);
    memcpy(up_to, own, sizeof all);
    memcpy(before, own, sizeof all);
    OK(MPI_Iscan(MPI_IN_PLACE, up_to, count, line, compose, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Iallreduce(MPI_IN_PLACE, all, count, line, compose, MPI_COMM_WORLD, &requests[1]));
    OK(MPI_Iexscan(MPI_IN_PLACE, before, count, line, compose, MPI_COMM_WORLD, &requests[2]));
    OK(MPI_Waitall(3, requests, MPI_STATUSES_IGNORE));
    is(all, expected[size], count);
    is(up_to, expected[rank + 1], count);
    if (rank > 0)
        is(before, expected[rank], count);
}

/* Rank i gets a part of i + 1 times `each` elements, none if that is odd. */
static void scattered(int each)
{
    int counts[RANKS], first = 0, total = 0;

    for (int who = 0; who < size; who++) {
        counts[who] = who % 2 ? 0 : each * (who + 1);
        first += who < rank ? counts[who] : 0;
        total += counts[who];
    }
    if (total > MOST)
        return;
    prepare(total);
    OK(MPI_Reduce_scatter(own, all, counts, line, compose, MPI_COMM_WORLD));
    is(all, &expected[size][first], counts[rank]);
    memcpy(all, own, sizeof all);
    OK(MPI_Reduce_scatter(MPI_IN_PLACE, all, counts, line, compose, MPI_COMM_WORLD));
    is(all, &expected[size][first], counts[rank]);
    if (each * size > MOST)
        return;
    prepare(each * size);
    memcpy(all, own, sizeof all);
    OK(MPI_Reduce_scatter_block(MPI_IN_PLACE, all, each, line, compose, MPI_COMM_WORLD));
    is(all, &expected[size][rank * each], each);
}

/* MAXLOC and MINLOC with several equal extremes: that of the first rank counts. */
static void places(void)
{
    struct {
        double value;
        int at;
    } pair = {rank % 2, rank}, most, least;
    struct {
        short value;
        int at;
    } small = {(short)-(rank / 2), rank}, none;

    OK(MPI_Allreduce(&pair, &most, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD));
    OK(MPI_Allreduce(&pair, &least, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD));
    CHECK(least.value == 0 && least.at == 0);
    CHECK(most.at == (size > 1 ? 1 : 0));
    OK(MPI_Allreduce(&small, &none, 1, MPI_SHORT_INT, MPI_MINLOC, MPI_COMM_WORLD));
    CHECK(none.value == -((size - 1) / 2) && none.at == (size - 1) / 2 * 2);
}

int main(int argc, char **argv)
{
    static const int counts[] = {0, 1, 5, 1000, 4096, 9000, MOST};

    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    OK(MPI_Type_contiguous(2, MPI_UNSIGNED_CHAR, &line));
    OK(MPI_Type_commit(&line));
    OK(MPI_Op_create(compose_lines, 0, &compose));
    for (size_t which = 0; which < sizeof counts / sizeof counts[0]; which++) {
        prepare(counts[which]);
        for (int root = 0; root < size; root++)
            rooted(counts[which], root);
        everywhere(counts[which]);
    }
    scattered(1);
    scattered(700);
    scattered(9000);
    places();
    OK(MPI_Op_free(&compose));
    OK(MPI_Type_free(&line));
    return MPI_Finalize();
}
