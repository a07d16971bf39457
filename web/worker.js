// The service worker: the shell of the page opens without a network, and says so itself. What is kept are the files of one build.
// Nothing of the API goes through it, so that nobody is shown a table as it was. The build puts in the names of the files.
const FILES = '__FILES__'
const NAME = 'cutcard-__BUILD__'
const SHELL = '/'

self.addEventListener('install', (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: file === SHELL ? 'reload' : 'default' }))
  event.waitUntil(caches.open(NAME).then((kept) => kept.addAll(fresh)))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)))))
})

const kept = (file) => caches.match(file, { ignoreVary: true })

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return
  // The page itself is always asked for, since it names the files of its version; they never change under their names.
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(async () => (await kept(SHELL)) ?? Response.error()))
  else if (pathname.startsWith('/assets/')) event.respondWith(kept(request).then((found) => found ?? fetch(request)))
})

// Whoever presses a notice wants to see its table, in the window where it is.
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data))
})

async function show(path) {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find((one) => new URL(one.url).pathname === path)
  return there ? there.focus() : clients.openWindow(path)
}
