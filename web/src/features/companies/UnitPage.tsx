import { getBusinessToEdit, updateBusiness } from '@escuta/contract/company-settings';
import type { EditedBusiness, UnitSettings } from '@escuta/contract/company-settings';
import { BusinessUnitId } from '@escuta/contract/ids';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ColorSetting } from '#web/features/companies/ColorSetting.tsx';
import { NameSetting } from '#web/features/companies/NameSetting.tsx';
import { Setting } from '#web/features/companies/Setting.tsx';
import { ZoneField } from '#web/ui/form/ZoneField.tsx';
import { isMissing } from '#web/lib/call.ts';
import { businessesQuery } from '#web/lib/me.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { NotFoundState } from '#web/ui/NotFoundState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';

const route = getRouteApi('/shell/settings/units/$id');

function unitQuery(id: BusinessUnitId | undefined) {
  return routeQuery(getBusinessToEdit, id && { params: { id } });
}

/** The settings of one unit, each saved on its own. */
export function UnitPage() {
  const { t } = useTranslation('companies');
  const id = BusinessUnitId.safeParse(route.useParams().id).data;
  const answer = useQuery(unitQuery(id));
  if (!id || isMissing(answer.error)) return <NotFoundState />;
  return (
    <>
      <StandaloneLink to="/settings/units">{t('units.title')}</StandaloneLink>
      <PageHeader title={answer.data?.nome ?? t('units.one')} text={t('units.oneText')} />
      <Loaded answer={answer}>{(unit) => <Settings key={unit._id} unit={unit} />}</Loaded>
    </>
  );
}

function Settings({ unit }: { unit: EditedBusiness }) {
  const { t } = useTranslation('companies');
  const client = useQueryClient();
  const { mutateAsync } = useRouteMutation(updateBusiness, {
    onSuccess: (answer) => {
      client.setQueryData(unitQuery(unit._id).queryKey, answer);
      void client.invalidateQueries({ queryKey: businessesQuery.queryKey });
    },
  });
  const of = <Name extends keyof UnitSettings>(name: Name) => ({
    value: unit[name],
    changed: unit.changes[name],
    save: (value: UnitSettings[Name]) => mutateAsync({ params: { id: unit._id }, body: { [name]: value } }),
  });
  return (
    <>
      <NameSetting lengthMin={1} {...of('nome')} />
      <Setting label={t('timezone')} {...of('timezone')}>
        {({ draft, onDraft }) => (
          <ZoneField label={t('timezone')} value={draft} description={t('units.timezone')} onChange={onDraft} />
        )}
      </Setting>
      <ColorSetting description={t('units.color')} {...of('brand_color')} />
    </>
  );
}
