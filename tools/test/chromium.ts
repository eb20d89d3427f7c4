import { findProgram, installPackage, isExecutable } from './find-program.ts';

// The browser without its windows comes first: the same engine draws the stories with a fifth less processor time.
const headless = 'chromium-headless-shell';
const names = [headless, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macApplication = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

export const chromiumAdvice =
  'no browser: install chromium (apt-get install chromium) or set CHROMIUM_PATH to a Chromium or Chrome';

/** The browser of the stories: CHROMIUM_PATH, one on this machine, or one installed now; undefined when none can be had. */
export function findChromium(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) return isExecutable(chosen) ? chosen : undefined;
  const present = findProgram(names) ?? (isExecutable(macApplication) ? macApplication : undefined);
  if (present !== undefined) return present;
  return installPackage(headless) || installPackage('chromium') ? findProgram(names) : undefined;
}
