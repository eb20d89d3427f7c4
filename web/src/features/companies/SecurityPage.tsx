import { getCompanySettings } from '@escuta/contract/company-settings';
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FederatedSetting } from '#web/features/companies/FederatedSetting.tsx';
import { IdleSetting } from '#web/features/companies/IdleSetting.tsx';
import { NetworksSetting } from '#web/features/companies/NetworksSetting.tsx';
import { Setting } from '#web/features/companies/Setting.tsx';
import { useOwnPeopleOnly } from '#web/features/companies/use-own-people-only.ts';
import { useCompanySetting } from '#web/features/companies/use-company-setting.ts';
import type { ShownSettings } from '#web/features/companies/use-company-setting.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

/** How the people of the company sign in, and from where; each setting saved on its own. */
export function SecurityPage() {
  const { t } = useTranslation('companies');
  const answer = useQuery(routeQuery(getCompanySettings, {}));
  return (
    <>
      <PageHeader title={t('security.title')} text={t('security.text')} />
      <Loaded answer={answer}>{(settings) => <Settings settings={settings} />}</Loaded>
    </>
  );
}

function Settings({ settings }: { settings: ShownSettings }) {
  const { t } = useTranslation('companies');
  const of = useCompanySetting(settings);
  const { disabled, describe } = useOwnPeopleOnly();
  return (
    <>
      <Setting label={t('security.factor')} {...of('force_authenticator')}>
        {({ draft, onDraft }) => (
          <Switch
            label={t('security.factor')}
            description={describe(t('security.factorText'))}
            disabled={disabled}
            checked={draft}
            onChange={(event) => onDraft(event.currentTarget.checked)}
          />
        )}
      </Setting>
      <FederatedSetting />
      <IdleSetting {...of('session_idle_minutes')} installation={settings.idle_of_installation} />
      <NetworksSetting {...of('allowed_networks')} address={settings.address} />
    </>
  );
}
