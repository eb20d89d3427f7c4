import Bowser from 'bowser';

/** More than browsers send; nobody has us read a book. */
const userAgentLengthMax = 500;

/** A browser and its system as people call them; null for what a user agent does not tell. */
export interface BrowserWords {
  readonly browser: string | null;
  readonly system: string | null;
}

/** Reads a user agent: 'Chrome' and 'Windows', not their versions, which change without their owner. */
export function browserWords(userAgent: string | undefined): BrowserWords {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent.slice(0, userAgentLengthMax));
  return { browser: browser.name || null, system: os.name || null };
}
