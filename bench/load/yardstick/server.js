/** boardgame.io's own server: `node server.js --bytes 3000 --length 50 [--folder WHERE]`. Says its port on the first line. */

// package.json holds koa-compose at 4.1.0: with 4.2.0 boardgame.io's server answers 404 to all of its lobby, since what is added
// after koa-socket-2 has taken hold of the app is no longer seen.

import { parseArgs } from 'node:util'
import boardgame from 'boardgame.io/dist/cjs/server.js'
import { yardstick } from './game.js'

const { values } = parseArgs({
  options: {
    bytes: { type: 'string', default: '3000' },
    length: { type: 'string', default: '50' },
    folder: { type: 'string' },
  },
})

const server = boardgame.Server({
  games: [yardstick(Number(values.bytes), Number(values.length))],
  origins: [boardgame.Origins.LOCALHOST],
  // Without a folder it is boardgame.io's default: everything is kept in memory, and lost when the server ends.
  ...(values.folder ? { db: new boardgame.FlatFile({ dir: values.folder }) } : {}),
})
const { appServer } = await server.run({ port: 0 })
console.log(JSON.stringify({ port: appServer.address().port }))
