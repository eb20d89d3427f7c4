import type { Language } from '@escuta/contract/primitives';
import { useQueryClient } from '@tanstack/react-query';
import { chooseLanguage } from '#web/lib/language.ts';
import { meQuery } from '#web/lib/me.ts';

/** Switches the language of whoever is signed in: of this browser at once, and of the user, for every other one. */
export function useChooseLanguage(): (language: Language) => Promise<void> {
  const queryClient = useQueryClient();
  return async (language) => {
    await chooseLanguage(language);
    // Its route comes when it is needed: the shell draws without the schemas of the profile.
    const { keepLanguage } = await import('#web/lib/keep-language.ts');
    await keepLanguage(language);
    queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, language });
  };
}
