// The app's service worker. It answers no request and keeps nothing: its address names the build (`?v=…`), and a browser that is
// given another one takes it over at once. Made to keep files one day, it must never keep an answer of /api.
globalThis.addEventListener('install', () => void globalThis.skipWaiting());
