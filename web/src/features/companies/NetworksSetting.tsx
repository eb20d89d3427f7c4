import { network, networksMax } from '@escuta/contract/company-settings';
import { Button, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Setting } from '#web/features/companies/Setting.tsx';
import type { Saved } from '#web/features/companies/Setting.tsx';
import { useIsVisitor } from '#web/lib/account-access.ts';

/**
 * The networks that people work from, one in a line; `address` is that of who names them. A visitor lifts them, and names none
 * (decision 0042).
 */
export function NetworksSetting({ value, save, changed, address }: Saved<string[]> & { readonly address: string }) {
  const { t } = useTranslation('companies');
  const isVisitor = useIsVisitor();
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
      isForGood={isVisitor}
    >
      {({ draft, onDraft, problem }) => (
        <>
          <Textarea
            label={t('security.networks')}
            description={
              <>
                {t('security.networksText')}{' '}
                {isVisitor ? t('security.networksVisitor') : t('security.ownAddress', { address })}
              </>
            }
            rows={4}
            spellCheck={false}
            readOnly={isVisitor}
            value={draft}
            error={problem}
            onChange={(event) => onDraft(event.currentTarget.value)}
          />
          {isVisitor && draft !== '' && (
            <Button variant="default" size="compact-sm" me="auto" onClick={() => onDraft('')}>
              {t('security.networksLift')}
            </Button>
          )}
        </>
      )}
    </Setting>
  );
}

/** The networks in a list that people typed, each once. */
function networksIn(typed: string): string[] {
  return [...new Set(typed.split(/[\s,;]+/).filter(Boolean))];
}
