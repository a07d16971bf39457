/** A few quiet sounds, made here. None before the person has touched the page, and none unless they want it. */

import { storage } from './storage'

export type Sound = 'card' | 'turn' | 'bad' | 'win'

/** A tone: when it begins, how long it is, both in seconds; how high it begins and ends; how loud. */
type Tone = [at: number, length: number, from: number, to: number, loud: number]

const TONES: Record<Exclude<Sound, 'card'>, Tone[]> = {
  turn: [[0, 0.14, 587, 587, 0.05], [0.11, 0.22, 784, 784, 0.05]],
  bad: [[0, 0.16, 247, 208, 0.07], [0.13, 0.3, 185, 139, 0.07]],
  win: [[0, 0.18, 523, 523, 0.05], [0.12, 0.18, 659, 659, 0.05], [0.24, 0.18, 784, 784, 0.05], [0.36, 0.5, 1047, 1047, 0.05]],
}
const RUSTLE = 0.07

let audio: AudioContext | null = null

export function playSound(sound: Sound): void {
  if (!storage.sound || !navigator.userActivation?.hasBeenActive) return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume()
  if (sound === 'card') rustle(audio)
  else for (const tone of TONES[sound]) ring(audio, tone)
}

function ring(to: AudioContext, [at, length, from, end, loud]: Tone): void {
  const begin = to.currentTime + at
  const voice = new OscillatorNode(to, { type: 'triangle', frequency: from })
  const volume = new GainNode(to, { gain: 0 })
  voice.frequency.linearRampToValueAtTime(end, begin + length)
  volume.gain.setValueAtTime(0, begin)
  volume.gain.linearRampToValueAtTime(loud, begin + 0.015)
  volume.gain.exponentialRampToValueAtTime(0.0005, begin + length)
  voice.connect(volume).connect(to.destination)
  voice.start(begin)
  voice.stop(begin + length)
}

/** Paper on a table: a breath of noise. */
function rustle(to: AudioContext): void {
  const noise = to.createBuffer(1, Math.ceil(to.sampleRate * RUSTLE), to.sampleRate)
  const wave = noise.getChannelData(0)
  for (let place = 0; place < wave.length; place += 1) wave[place] = (2 * Math.random() - 1) * (1 - place / wave.length) ** 3
  const source = new AudioBufferSourceNode(to, { buffer: noise })
  const colour = new BiquadFilterNode(to, { type: 'bandpass', frequency: 2400, Q: 0.8 })
  source.connect(colour).connect(new GainNode(to, { gain: 0.12 })).connect(to.destination)
  source.start()
}
