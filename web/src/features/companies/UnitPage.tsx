import { getBusinessToEdit, updateBusiness } from '@escuta/contract/company-settings';
import type { EditedBusiness, UnitSettings } from '@escuta/contract/company-settings';
import { BusinessUnitId } from '@escuta/contract/ids';
import { Anchor, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ColorField, isColor } from '#web/features/companies/ColorField.tsx';
import { Setting } from '#web/features/companies/Setting.tsx';
import { ZoneField } from '#web/features/companies/ZoneField.tsx';
import { businessesQuery } from '#web/lib/me.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

const route = getRouteApi('/shell/settings/units/$id');

function unitQuery(id: string) {
  // An address that is none is asked for as it is: the server says that there is no such unit.
  return routeQuery(getBusinessToEdit, { params: { id: id } });
}

/** The settings of one unit, each saved on its own. */
export function UnitPage() {
  const { t } = useTranslation('companies');
  const { id } = route.useParams();
  const answer = useQuery(unitQuery(id));
  return (
    <>
      <Anchor component={Link} to="/settings/units" size="sm">
        {t('units.title')}
      </Anchor>
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
    save: (value: UnitSettings[Name]) =>
      mutateAsync({ params: { id: BusinessUnitId.parse(unit._id) }, body: { [name]: value } }),
  });
  return (
    <>
      <Setting
        label={t('name')}
        {...of('nome')}
        problem={(name) => (name.trim() === '' ? t('nameShort', { count: 1 }) : undefined)}
      >
        {({ draft, onDraft, problem }) => (
          <TextInput
            label={t('name')}
            maxLength={120}
            value={draft}
            error={problem}
            onChange={(event) => onDraft(event.currentTarget.value)}
          />
        )}
      </Setting>
      <Setting label={t('timezone')} {...of('timezone')}>
        {({ draft, onDraft }) => <ZoneField value={draft} description={t('units.timezone')} onChange={onDraft} />}
      </Setting>
      <Setting
        label={t('color')}
        {...of('brand_color')}
        problem={(color) => (isColor(color) ? undefined : t('colorWrong'))}
      >
        {({ draft, onDraft, problem }) => (
          <ColorField value={draft} description={t('units.color')} error={problem} onChange={onDraft} />
        )}
      </Setting>
    </>
  );
}
