import { createBusiness } from '@escuta/contract/company-settings';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ColorField, isColor } from '#web/features/companies/ColorField.tsx';
import { ZoneField } from '#web/features/companies/ZoneField.tsx';
import { businessesQuery, useMe } from '#web/lib/me.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';

/** The panel that opens a unit. */
export function CreateUnitDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('companies');
  return (
    <FormDrawer opened={opened} title={t('units.create')} onClose={onClose}>
      {opened && <UnitForm onSaved={onClose} />}
    </FormDrawer>
  );
}

function UnitForm({ onSaved }: { onSaved: () => void }) {
  const { t } = useTranslation('companies');
  const client = useQueryClient();
  const { timezone } = useMe().business;
  const create = useRouteMutation(createBusiness).mutateAsync;
  const form = useRouteForm(createBusiness, {
    initialValues: { nome: '', timezone, brand_color: '#0F766E' },
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
      <ZoneField value={form.values.timezone} onChange={(zone) => form.set({ timezone: zone })} />
      <ColorField
        value={form.values.brand_color}
        description={t('units.color')}
        error={form.field('brand_color').error}
        onChange={(brand_color) => form.set({ brand_color })}
      />
    </RouteForm>
  );
}
