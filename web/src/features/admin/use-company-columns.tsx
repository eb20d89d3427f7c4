import type { AdminCompany, CompanyStatus } from '@escuta/contract/admin';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import type { Column } from '#web/ui/list/column.ts';
import rowLink from '#web/ui/list/row-link.module.css';
import { NoValue } from '#web/ui/NoValue.tsx';
import { StatusWord } from '#web/ui/StatusWord.tsx';
import type { StatusTone } from '#web/ui/StatusWord.tsx';

const tones: Record<CompanyStatus, StatusTone> = { active: 'good', trial: 'held', inactive: 'off' };

/** What the list of companies shows of each. */
export function useCompanyColumns(): Column<AdminCompany>[] {
  const { t } = useTranslation('admin');
  const { timezone } = useMe().business;
  const when = (instant: string | null) =>
    instant ? <span className="figures">{formatInstant(instant, timezone)}</span> : <NoValue />;
  return [
    {
      key: 'name',
      header: t('column.name'),
      cell: ({ _id, nome }) => (
        <Link to="/admin/empresas/$companyId/businesses" params={{ companyId: _id }} className={rowLink['link']}>
          {nome}
        </Link>
      ),
    },
    {
      key: 'status',
      header: t('column.status'),
      width: 140,
      card: 'corner',
      cell: ({ status }) => <StatusWord tone={tones[status]} word={t(`status.${status}`)} />,
    },
    {
      key: 'trial',
      header: t('column.trial'),
      width: 192,
      card: 'named',
      cell: (company) => when(company.trial_expiration_date),
    },
    {
      key: 'created',
      header: t('column.created'),
      width: 192,
      card: 'named',
      cell: ({ created_at }) => when(created_at),
    },
  ];
}
