import {
  createContactCompany,
  findContactCompanies,
  getContactCompany,
  updateContactCompany,
} from '@escuta/contract/contact-companies';
import type { ContactCompany } from '@escuta/contract/contact-companies';
import { getContact, listContacts } from '@escuta/contract/contacts';
import { writtenCnpj } from '@escuta/contract/tax-numbers';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';

/** Lists and contacts say the company's name. */
const invalidates = [findContactCompanies, getContactCompany, listContacts, getContact];

interface CompanyFormProps {
  /** The company to change; a new one without it. */
  readonly company?: ContactCompany;
  /** The name that a new one begins with. */
  readonly name?: string;
  readonly onSaved: (company: ContactCompany) => void;
}

/** Name, CNPJ and segment of a company that contacts work for. */
export function CompanyForm({ company, name = '', onSaved }: CompanyFormProps) {
  const { t } = useTranslation('contact-companies');
  const create = useRouteMutation(createContactCompany, { invalidates }).mutateAsync;
  const change = useRouteMutation(updateContactCompany, { invalidates }).mutateAsync;
  const form = useRouteForm(createContactCompany, {
    initialValues: {
      nome: company?.nome ?? name,
      cnpj: writtenCnpj(company?.cnpj ?? ''),
      segmento: company?.segmento ?? '',
    },
    toBody: ({ nome, cnpj, segmento }) => ({ nome, cnpj: cnpj || null, segmento: segmento.trim() || null }),
    sentences: { cnpj: () => t('form.cnpjInvalid') },
    refusals: {
      CONTACT_COMPANY_EXISTS: ({ field }) =>
        field === 'cnpj' ? { cnpj: t('form.cnpjTaken') } : { nome: t('form.nameTaken') },
    },
    submit: async (body) => {
      onSaved(await (company ? change({ params: { id: company._id }, body }) : create({ body })));
    },
  });
  return (
    <RouteForm form={form} label={t('form.label')} submitLabel={t(company ? 'form.save' : 'form.create')}>
      <TextInput label={t('form.name')} data-autofocus {...form.field('nome')} />
      <TextInput
        label={t('form.cnpj')}
        description={t('form.cnpjHelp')}
        autoComplete="off"
        {...form.field('cnpj', writtenCnpj)}
      />
      <TextInput label={t('form.segment')} description={t('form.segmentHelp')} {...form.field('segmento')} />
    </RouteForm>
  );
}
