import { network, networksMax } from '@escuta/contract/company-settings';
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Setting } from '#web/features/companies/Setting.tsx';
import type { Saved } from '#web/features/companies/Setting.tsx';

/** The networks that people work from, one in a line; `address` is that of who names them. */
export function NetworksSetting({ value, save, changed, address }: Saved<string[]> & { readonly address: string }) {
  const { t } = useTranslation('companies');
  const wrongIn = (typed: string): string | undefined => {
    const networks = networksIn(typed);
    const wrong = networks.filter((one) => !network.safeParse(one).success);
    if (wrong.length > 0) return t('security.networksWrong', { networks: wrong.join(', ') });
    return networks.length > networksMax ? t('security.networksTooMany', { count: networksMax }) : undefined;
  };
  return (
    <Setting
      label={t('security.networks')}
      value={value.join('\n')}
      changed={changed}
      save={(typed) => save(networksIn(typed))}
      problem={wrongIn}
    >
      {({ draft, onDraft, problem }) => (
        <Textarea
          label={t('security.networks')}
          description={
            <>
              {t('security.networksText')} {t('security.ownAddress', { address })}
            </>
          }
          rows={4}
          spellCheck={false}
          value={draft}
          error={problem}
          onChange={(event) => onDraft(event.currentTarget.value)}
        />
      )}
    </Setting>
  );
}

/** The networks in a list that people typed, each once. */
function networksIn(typed: string): string[] {
  return [...new Set(typed.split(/[\s,;]+/).filter(Boolean))];
}
