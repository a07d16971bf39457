/** Put a text where it can be pasted from. Away from https there is no clipboard for pages; the old way still works there. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copiedByHand(text)
  }
}

function copiedByHand(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'hidden-words'
  // A dialog that is open lets nothing outside it have the focus.
  ;(document.querySelector('dialog:modal') ?? document.body).append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return isDone
}
