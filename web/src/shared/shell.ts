/** The page opens without a network: a service worker keeps its files. See worker.js. */
export function keepShell(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  // After all that the page needs itself. Where it is refused, the page works as ever.
  addEventListener('load', () => void navigator.serviceWorker.register('/worker.js').catch(() => null))
}
