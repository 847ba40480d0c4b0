// Shows a page of its own while the server cannot be reached. It keeps that page and nothing else: no answer of the
// API, no page of the console (each carries a nonce of its own), no picture (ADR 0011).
const version = "__SHELL_VERSION__";
const files = "__SHELL_FILES__".split(" ");

const prefix = "heliograph-offline-";
const root = new URL("./", location.href);
const addressOf = (file) => new URL(file, root);
const shellPaths = new Set(files.map((file) => addressOf(file).pathname));
const pagePaths = new Set([root.pathname, addressOf("index.html").pathname]);

addEventListener("install", (event) => {
  // The shell is whole in itself: nothing of an older one goes on beside it, so there is nothing to wait for.
  skipWaiting();
  event.waitUntil(keepShell());
});

addEventListener("activate", (event) => event.waitUntil(takeOver()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== root.origin) return;
  if (request.mode === "navigate" && pagePaths.has(pathname)) event.respondWith(openPage(event));
  else if (shellPaths.has(pathname)) event.respondWith(fromShell(request));
});

async function keepShell() {
  const cache = await caches.open(prefix + version);
  await cache.addAll(files.map((file) => new Request(addressOf(file), { cache: "reload" })));
}

async function takeOver() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(prefix) && name !== prefix + version);
  await Promise.all(old.map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable();
  await clients.claim();
}

async function openPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const page = await caches.match(addressOf("offline/page.html"));
    if (page === undefined) throw error;
    return page;
  }
}

async function fromShell(request) {
  return (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}
