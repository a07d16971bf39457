/** How long the page waits for its server, in milliseconds, before it does what. */

export const FIRST_WAIT = 400
export const LONGEST_WAIT = 8_000
/** An answer that takes longer means that the line is dead, though nobody said so. */
export const ANSWER_WITHIN = 8_000
/** From when on a person should hear that there is no answer yet. */
export const SLOW = 2_500
export const LOOKS = 250
/** After so much silence we ask whether we are still heard: while somebody waits for news, and where nobody does. */
export const QUIET = 1_000
export const QUIET_UNSEEN = 25_000
/** Who owes an answer for so long may hang: we try to reach another server beside it. One that is only busy is not to be met
 *  by all its pages at the same moment, and less and less often by each. */
const PATIENCE = 1_000
const JITTER = 0.3
export const MOST_DOUBLINGS = 3
/** What is no news of a line that hung is forgotten after so long. */
export const FORGIVEN = 30_000
/** What a second line may need to tell of the table once a request found its way. */
export const SOON = 300
export const GRACE = 2_500
/** Others want to be answered too. */
export const BETWEEN_PAGES = 100

export const patienceOf = (doublings: number): number => PATIENCE * 2 ** doublings * (1 + JITTER * Math.random())
