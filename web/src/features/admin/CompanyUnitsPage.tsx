import { listAdminBusinesses } from '@escuta/contract/admin';
import type { Feature } from '@escuta/contract/access-policy';
import { switchesByLocation } from '@escuta/contract/access-policy';
import type { Business } from '@escuta/contract/companies';

import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isMissing } from '#web/lib/call.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import type { Column } from '#web/ui/list/column.ts';
import { DataTable } from '#web/ui/list/DataTable.tsx';
import { NotFoundState } from '#web/ui/NotFoundState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { StatusWord } from '#web/ui/StatusWord.tsx';

const route = getRouteApi('/shell/admin/empresas/$companyId/businesses');
const shown = [...switchesByLocation.unit, ...switchesByLocation.cf_attributes] as const;
type UnitFeature = (typeof shown)[number];

/** The units of a company, with what each has switched on. */
export function CompanyUnitsPage() {
  const { t } = useTranslation('admin');
  const { companyId } = route.useParams();
  const answer = useQuery(routeQuery(listAdminBusinesses, { params: { id: companyId } }));
  if (isMissing(answer.error)) return <NotFoundState />;
  const columns: Column<Business>[] = [
    { key: 'name', header: t('units.name'), cell: ({ nome }) => nome },
    ...shown.map((feature): Column<Business> => ({
      key: feature,
      header: t(`feature.${feature}`),
      width: 140,
      cell: (unit) => <Switched feature={feature} isOn={switchOf(unit, feature)} />,
    })),
  ];
  return (
    <>
      <PageHeader title={answer.data?.company.nome ?? t('units.title')} text={t('units.text')} />
      <DataTable
        label={t('units.title')}
        columns={columns}
        rows={answer.data?.data}
        rowKey={({ _id }) => _id}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        empty={t('units.empty')}
      />
    </>
  );
}

/** On or off; on a phone, whose cards have no heads, with the name of what is. */
function Switched({ feature, isOn }: { feature: UnitFeature; isOn: boolean }) {
  const { t } = useTranslation('admin');
  const isPhone = useIsPhone();
  const state = t(isOn ? 'on' : 'off');
  const word = isPhone ? t('featureState', { feature: t(`feature.${feature}`), state }) : state;
  return <StatusWord tone={isOn ? 'good' : 'off'} word={word} />;
}

function switchOf(unit: Business, feature: UnitFeature & Feature): boolean {
  return { ...unit, ...unit.cf_attributes }[feature];
}
