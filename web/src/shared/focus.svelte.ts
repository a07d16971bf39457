/** Where what has the focus goes away. */

import { tick, untrack } from 'svelte'

/** When `what` changes and that takes the element away which has the focus, go on elsewhere in the same part: else who uses the keyboard would begin at
 *  the top of the page again. */
export function keepFocus(part: () => HTMLElement | undefined, what: () => unknown, next: (part: HTMLElement) => HTMLElement | null): void {
  $effect.pre(() => {
    what()
    untrack(() => {
      const here = part()
      if (here?.contains(document.activeElement)) void tick().then(() => document.activeElement === document.body && next(here)?.focus())
    })
  })
}
