import { createBusiness, getCompanySettings } from '@escuta/contract/company-settings';
import type { CompanySettings } from '@escuta/contract/company-settings';
import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ColorField, isColor } from '#web/features/companies/ColorField.tsx';
import { ZoneField } from '#web/ui/form/ZoneField.tsx';
import { businessesQuery } from '#web/lib/me.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { noticeSuccess } from '#web/ui/notices.tsx';

/** The panel that opens a unit. */
export function CreateUnitDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('companies');
  // What a unit begins with; asked for before the panel is, so that its first field is there to be written in.
  const company = useQuery(routeQuery(getCompanySettings, {}));
  return (
    <FormDrawer opened={opened} title={t('units.create')} onClose={onClose}>
      {opened && (
        <Loaded answer={company}>
          {({ timezone, brand_color }) => <UnitForm from={{ timezone, brand_color }} onSaved={onClose} />}
        </Loaded>
      )}
    </FormDrawer>
  );
}

interface UnitFormProps {
  readonly from: Pick<CompanySettings, 'timezone' | 'brand_color'>;
  readonly onSaved: () => void;
}

function UnitForm({ from, onSaved }: UnitFormProps) {
  const { t } = useTranslation('companies');
  const client = useQueryClient();
  const create = useRouteMutation(createBusiness).mutateAsync;
  const form = useRouteForm(createBusiness, {
    initialValues: { nome: '', ...from },
    toBody: (typed) => typed,
    check: ({ brand_color }) => (isColor(brand_color) ? {} : { brand_color: t('colorWrong') }),
    submit: async (body) => {
      const { nome } = await create({ body });
      await client.invalidateQueries({ queryKey: businessesQuery.queryKey });
      noticeSuccess(t('units.created', { name: nome }));
      onSaved();
    },
  });
  return (
    <RouteForm form={form} submitLabel={t('units.create')}>
      <TextInput label={t('name')} data-autofocus {...form.field('nome')} />
      <ZoneField label={t('timezone')} value={form.values.timezone} onChange={(zone) => form.set({ timezone: zone })} />
      <ColorField
        value={form.values.brand_color}
        description={t('units.color')}
        error={form.field('brand_color').error}
        onChange={(brand_color) => form.set({ brand_color })}
      />
    </RouteForm>
  );
}
