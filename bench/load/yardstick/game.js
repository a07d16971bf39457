/** A game for four that does nothing but take turns, with a table of a given size: what it costs is what the server costs. */

/** What boardgame.io sends with the table of every update: turn order, plugins, the log of the move. */
const AROUND = 690
const FACES = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']

/** As big and as nested as what one of our updates tells of a card. */
const entry = (number) => ({ kind: 'card', seat: number % 4, text: 'stack', card: FACES[number % 10], number })

const shown = (table, seat) => ({ ...table, hands: table.hands.map((hand, other) => (other === seat ? hand : hand.length)) })

/** `bytes` is the size of a whole update; `length` the number of moves after which the game is over. */
export const yardstick = (bytes, length) => ({
  name: 'yardstick',
  minPlayers: 4,
  maxPlayers: 4,
  disableUndo: true,
  setup: () => {
    const table = {
      scores: [0, 0, 0, 0],
      hands: [0, 1, 2, 3].map((seat) => [entry(seat), entry(seat + 4)]),
      told: [],
    }
    while (JSON.stringify(shown(table, 0)).length + AROUND < bytes) table.told.push(entry(table.told.length))
    return table
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: ({ G, ctx, random }, number) => {
      const seat = Number(ctx.currentPlayer)
      G.scores[seat] += random.D6()
      G.hands[seat][number % 2] = entry(number)
      if (G.told.length > 0) G.told[number % G.told.length] = entry(number)
    },
  },
  endIf: ({ ctx }) => (ctx.turn > length ? { winner: '0' } : undefined),
  playerView: ({ G, playerID }) => shown(G, Number(playerID)),
})
