//! The workspace as described by cargo.

use crate::shell::{self, Res};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The workspace: its target folder and its packages.
pub(crate) struct Workspace {
    pub(crate) target: PathBuf,
    pub(crate) version: String,
    pub(crate) packages: Vec<Package>,
}

/// One of our packages.
pub(crate) struct Package {
    pub(crate) name: String,
    /// Its folder, relative to the root.
    pub(crate) dir: PathBuf,
    /// Names of the programs it builds.
    pub(crate) bins: Vec<String>,
    /// Whether it builds a `.so`.
    pub(crate) is_cdylib: bool,
    /// Names of the packages it is built from (without dev-dependencies).
    pub(crate) dependencies: Vec<String>,
}

impl Workspace {
    /// Runs `cargo metadata` and changes the current folder to the root.
    pub(crate) fn load() -> Res<Self> {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
        let mut cargo = shell::cargo(["metadata", "--no-deps", "--format-version=1"]);
        let text = shell::output(cargo.arg("--manifest-path").arg(&manifest))?;
        let data: Value = serde_json::from_str(&text).map_err(|cause| cause.to_string())?;
        let root = PathBuf::from(text_of(&data["workspace_root"]));
        std::env::set_current_dir(&root).map_err(|cause| format!("{}: {cause}", root.display()))?;
        let packages = items(&data["packages"]).map(|package| Package::new(package, &root));
        let packages: Vec<_> = packages.collect();
        let version = items(&data["packages"]).next().map(|first| text_of(&first["version"]));
        Ok(Self {
            target: PathBuf::from(text_of(&data["target_directory"])),
            version: version.unwrap_or_default(),
            packages,
        })
    }

    /// The package that builds the program with this name.
    pub(crate) fn package_of_bin(&self, bin: &str) -> Option<&Package> {
        self.packages.iter().find(|package| package.bins.iter().any(|name| name == bin))
    }

    /// Whether a package with this name exists.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.packages.iter().any(|package| package.name == name)
    }
}

impl Package {
    fn new(data: &Value, root: &Path) -> Self {
        let manifest = PathBuf::from(text_of(&data["manifest_path"]));
        let dir = manifest.parent().unwrap_or(root);
        let of_kind = |kind: &str| -> Vec<String> {
            let is_kind = |target: &&Value| items(&target["kind"]).any(|word| word == kind);
            items(&data["targets"]).filter(is_kind).map(|target| text_of(&target["name"])).collect()
        };
        let is_build = |dependency: &&Value| dependency["kind"] != "dev";
        Self {
            name: text_of(&data["name"]),
            dir: dir.strip_prefix(root).unwrap_or(dir).to_owned(),
            bins: of_kind("bin"),
            is_cdylib: !of_kind("cdylib").is_empty(),
            dependencies: items(&data["dependencies"])
                .filter(is_build)
                .map(|dependency| text_of(&dependency["name"]))
                .collect(),
        }
    }
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
