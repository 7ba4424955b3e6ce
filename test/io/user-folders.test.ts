import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { BadCall } from "../../src/contract/outcome.ts";
import { recordsFile, storeFolder, userCacheFolder, userDataFolder } from "../../src/io/user-folders.ts";

test("the user's data folder follows the platform's custom", () => {
  assert.equal(userDataFolder({ HOME: "/home/u" }, "linux"), join("/home/u", ".local", "share", "liquet"));
  assert.equal(userDataFolder({ HOME: "/home/u", XDG_DATA_HOME: "/data" }, "linux"), join("/data", "liquet"));
  // A relative XDG folder is to be ignored, says the specification.
  assert.equal(
    userDataFolder({ HOME: "/home/u", XDG_DATA_HOME: "data" }, "linux"),
    join("/home/u", ".local", "share", "liquet"),
  );
  assert.equal(
    userDataFolder({ HOME: "/Users/u" }, "darwin"),
    join("/Users/u", "Library", "Application Support", "liquet"),
  );
  assert.equal(
    userDataFolder({ LOCALAPPDATA: "C:\\Local", USERPROFILE: "C:\\u" }, "win32"),
    join("C:\\Local", "liquet"),
  );
});

test("records: the named file, else LIQUET_DB, else the data folder", () => {
  const env = { HOME: "/home/u", LIQUET_DB: "/srv/e.db" };
  assert.deepEqual(recordsFile("x.db", { env, roots: [] }), { path: resolve("x.db"), ref: "x.db" });
  assert.deepEqual(recordsFile(null, { env, roots: [] }), { path: "/srv/e.db", ref: "/srv/e.db" });
  assert.match(recordsFile(null, { env: { HOME: "/home/u" }, roots: [] }).path, /experiments\.db$/);
});

test("a file that the caller names is held to the roots; the owner's default is not", () => {
  const options = { env: { HOME: "/home/u", LIQUET_DB: "/srv/e.db" }, roots: [resolve("inside")] };
  assert.throws(() => recordsFile("../outside.db", options), BadCall);
  assert.equal(recordsFile(null, options).path, "/srv/e.db");
});

test("the cache folder follows the platform's custom, and LIQUET_STORE names the store instead", () => {
  assert.equal(userCacheFolder({ HOME: "/home/u" }, "linux"), join("/home/u", ".cache", "liquet"));
  assert.equal(userCacheFolder({ HOME: "/home/u", XDG_CACHE_HOME: "/cache" }, "linux"), join("/cache", "liquet"));
  assert.equal(
    userCacheFolder({ HOME: "/home/u", XDG_CACHE_HOME: "cache" }, "linux"),
    join("/home/u", ".cache", "liquet"),
  );
  assert.equal(userCacheFolder({ HOME: "/Users/u" }, "darwin"), join("/Users/u", "Library", "Caches", "liquet"));
  assert.equal(userCacheFolder({ LOCALAPPDATA: "C:\\Local" }, "win32"), join("C:\\Local", "liquet", "Cache"));
  assert.equal(storeFolder({ HOME: "/home/u", LIQUET_STORE: "/srv/store" }), "/srv/store");
  assert.match(storeFolder({ HOME: "/home/u" }), /liquet.store$/);
});
