/** The signs of what is at hand at a table: paths in a box of 24 by 24, drawn as lines. */
export const SIGNS = {
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 1 3.6 10.8c-.7.6-1.1 1.3-1.1 2.2h-5c0-.9-.4-1.6-1.1-2.2A6 6 0 0 1 12 3Z',
  rules: 'M4 5.5C6.5 4.5 9.5 4.7 12 6.2c2.500-1.500 5.500-1.700 8-.7V19c-2.500-1-5.500-.8-8 .7-2.500-1.500-5.500-1.700-8-.7ZM12 6.200V19.700',
  log: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  chat: 'M4 5h16v11H10l-5 4v-4H4Z',
  menu: 'M5 12h.01M12 12h.01M19 12h.01',
}
