import { en, type Texts } from './en'

/** Every language there is: its name in itself, and how its texts are fetched. */
export const LANGUAGES: Record<string, { name: string; fetch: () => Promise<Texts> }> = {
  en: { name: 'English', fetch: async () => en },
  de: { name: 'Deutsch', fetch: async () => (await import('./de')).de },
}
