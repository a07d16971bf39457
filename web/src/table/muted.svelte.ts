/** Who is not heard at a table: this browser keeps it, and nobody else is told. */
import { storage } from '../shared/storage'

export class Muted {
  private names = $state.raw<string[]>([])

  constructor(private code: string) {
    this.names = storage.muted(code)
  }

  has(name: string | undefined): boolean {
    return name !== undefined && this.names.includes(name)
  }

  toggle(name: string): void {
    this.names = this.has(name) ? this.names.filter((one) => one !== name) : [...this.names, name]
    storage.setMuted(this.code, this.names)
  }
}
