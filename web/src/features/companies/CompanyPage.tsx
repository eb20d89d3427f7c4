import { getCompanySettings } from '@escuta/contract/company-settings';
import { languages } from '@escuta/contract/primitives';
import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ColorSetting } from '#web/features/companies/ColorSetting.tsx';
import { LogoSetting } from '#web/features/companies/LogoSetting.tsx';
import { NameSetting } from '#web/features/companies/NameSetting.tsx';
import { Setting } from '#web/features/companies/Setting.tsx';
import { useCompanySetting } from '#web/features/companies/use-company-setting.ts';
import type { ShownSettings } from '#web/features/companies/use-company-setting.ts';
import { ZoneField } from '#web/ui/form/ZoneField.tsx';
import { routeQuery } from '#web/lib/route-query.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Select } from '#web/ui/Select.tsx';

const nameMin = 3;

/** What the company decides for itself, each setting saved on its own. */
export function CompanyPage() {
  const { t } = useTranslation('companies');
  const answer = useQuery(routeQuery(getCompanySettings, {}));
  return (
    <>
      <PageHeader title={t('company.title')} text={t('company.text')} />
      <Loaded answer={answer}>{(settings) => <Settings settings={settings} />}</Loaded>
    </>
  );
}

function Settings({ settings }: { settings: ShownSettings }) {
  const { t } = useTranslation('companies');
  const of = useCompanySetting(settings);
  const languageChoices = languages.map((value) => ({ value, label: t(`language.${value}`) }));
  return (
    <>
      <NameSetting lengthMin={nameMin} {...of('nome')} />
      <LogoSetting changed={settings.changes['logo']} />
      <Setting label={t('timezone')} {...of('timezone')}>
        {({ draft, onDraft }) => (
          <ZoneField label={t('timezone')} value={draft} description={t('company.timezone')} onChange={onDraft} />
        )}
      </Setting>
      <Setting label={t('company.language')} {...of('language')}>
        {({ draft, onDraft }) => (
          <Select
            label={t('company.language')}
            description={t('company.languageText')}
            allowDeselect={false}
            data={languageChoices}
            value={draft}
            onChange={(value) => onDraft(languages.find((one) => one === value) ?? draft)}
          />
        )}
      </Setting>
      <Setting label={t('company.languages')} {...of('languages')}>
        {({ draft, onDraft }) => (
          <MultiSelect
            label={t('company.languages')}
            description={t('company.languagesText')}
            data={languageChoices.map((choice) => ({ ...choice, disabled: choice.value === settings.language }))}
            value={draft}
            onChange={(chosen) => onDraft(languages.filter((one) => one === settings.language || chosen.includes(one)))}
          />
        )}
      </Setting>
      <ColorSetting description={t('company.color')} {...of('brand_color')} />
    </>
  );
}
