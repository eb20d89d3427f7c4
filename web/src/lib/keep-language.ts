import type { Language } from '@escuta/contract/primitives';
import { updateLanguage } from '@escuta/contract/profile';
import { call } from '#web/lib/call.ts';

/** Keeps the language on the user. Where that fails this browser has it all the same. */
export async function keepLanguage(language: Language): Promise<void> {
  await call(updateLanguage, { body: { language } }).catch(() => undefined);
}
