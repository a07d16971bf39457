/** Words from the browser itself, for people who look at something else. Never without leave, which is asked for by a switch. */

/** Away from https, and in some browsers, there are none. */
export const canNotify = 'Notification' in window && isSecureContext

export const mayNotify = (): boolean => canNotify && Notification.permission === 'granted'

/** Ask the person for leave; a browser that has been told before answers at once. */
export async function askForLeave(): Promise<boolean> {
  return canNotify && (await Notification.requestPermission()) === 'granted'
}

/** Tell of something: of one tag there is one notice at a time. Gives how to take it back. */
export function notify(title: string, body: string, tag: string): () => void {
  if (!mayNotify()) return () => undefined
  let isOver = false
  let takeBack = (): void => undefined
  void show(title, { body, tag }).then((end) => {
    takeBack = end
    if (isOver) end()
  })
  return () => {
    isOver = true
    takeBack()
  }
}

/** By the service worker where there is one, which is the only way on phones; else by the page. */
async function show(title: string, options: NotificationOptions & { tag: string }): Promise<() => void> {
  const worker = await navigator.serviceWorker?.getRegistration()
  if (worker?.active) {
    await worker.showNotification(title, { ...options, data: location.pathname })
    return () => void worker.getNotifications({ tag: options.tag }).then((all) => all.forEach((one) => one.close()))
  }
  const notice = new Notification(title, options)
  notice.onclick = () => {
    window.focus()
    notice.close()
  }
  return () => notice.close()
}
