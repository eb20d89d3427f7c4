import { accountClassOf } from '@escuta/contract/account-class';
import { useDebouncedValue } from '@mantine/hooks';
import { IconClipboardText, IconMessageQuestion, IconSettingsStar, IconSwitchHorizontal } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '#web/features/accounts/AccountSearch.tsx';
import { companySurveysQuery, useAccounts } from '#web/features/accounts/api.ts';
import type { MenuOption, MenuTab } from '#web/features/accounts/OptionList.tsx';
import { plain } from '#web/features/accounts/picking.ts';
import type { ChosenAccount } from '#web/features/accounts/use-enter.ts';
import { mayLeave } from '#web/lib/leaving.ts';
import { useMe } from '#web/lib/me.ts';
import { chooseUnit } from '#web/lib/unit.ts';

/** The tabs of the specification (2§4). */
export type MenuTabName = 'home' | 'business-selector' | 'survey-selector';

interface Doing {
  readonly search: string;
  readonly go: (tab: MenuTabName) => void;
  readonly choose: (account: ChosenAccount) => void;
  readonly ask: () => void;
  readonly close: () => void;
}

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;
const searchDelayMs = 300;

/** The first tab: what the menu offers; the internal admin and the questions are for account managers (decision 9). */
export function useHomeTab({ search, go, ask, close }: Doing): MenuTab {
  const { t } = useTranslation('accounts');
  const { company, can } = useMe();
  const router = useRouter();
  const openAdmin = () => {
    close();
    void router.navigate({ href: `/admin/empresas/${company._id}/businesses` });
  };
  const all: MenuOption[] = [
    {
      id: 'switch',
      label: t('menu.switch'),
      icon: <IconSwitchHorizontal {...icon} />,
      pick: () => go('business-selector'),
    },
    { id: 'survey', label: t('menu.survey'), icon: <IconClipboardText {...icon} />, pick: () => go('survey-selector') },
    ...(can('internal.admin')
      ? [
          { id: 'admin', label: t('menu.admin'), icon: <IconSettingsStar {...icon} />, pick: openAdmin },
          { id: 'ask', label: t('menu.ask'), icon: <IconMessageQuestion {...icon} />, pick: ask },
        ]
      : []),
  ];
  const options = all.filter(({ label }) => plain(label).includes(plain(search)));
  return { options, empty: t('menu.noOption') };
}

/** The accounts that one may enter (PALETTE-09, PALETTE-14). */
export function useAccountsTab({ search, choose }: Doing): MenuTab {
  const { t } = useTranslation('accounts');
  const { company } = useMe();
  const [words] = useDebouncedValue(search, searchDelayMs);
  const { accounts, isLoading, hasFailed } = useAccounts({ search: words });
  const options = accounts
    .filter(({ _id, nome }) => _id !== company._id && plain(nome).includes(plain(search)))
    .map((account) => ({
      id: account._id,
      label: account.nome,
      icon: <StatusDot of={accountClassOf(account)} label={t(`class.${accountClassOf(account)}`)} />,
      pick: () => choose(account),
    }));
  return {
    title: t('menu.accounts'),
    options,
    empty: t('menu.noAccount'),
    failure: hasFailed && t('failed'),
    isLoading,
  };
}

/** The surveys of the company; one of another unit takes the tab there (PALETTE-15, PALETTE-16). */
export function useSurveysTab({ search, close }: Doing, isOpen: boolean): MenuTab {
  const { t } = useTranslation('accounts');
  const { business } = useMe();
  const router = useRouter();
  const [words] = useDebouncedValue(search, searchDelayMs);
  const surveys = useQuery({ ...companySurveysQuery(words), enabled: isOpen });
  const options = (surveys.data?.data ?? [])
    .filter(({ title }) => plain(title).includes(plain(search)))
    .map(({ _id, title, _business }) => ({
      id: _id,
      label: title,
      hint: _business.nome,
      pick: async () => {
        if (!(await mayLeave())) return;
        close();
        if (_business._id !== business._id) chooseUnit(_business._id);
        await router.navigate({ href: `/customer-feedback/create-survey/${_id}`, ignoreBlocker: true });
        await router.invalidate();
      },
    }));
  return {
    title: t('menu.surveys'),
    options,
    empty: t('menu.noSurvey'),
    failure: surveys.isError && t('menu.surveysFailed'),
    isLoading: surveys.isLoading,
  };
}
