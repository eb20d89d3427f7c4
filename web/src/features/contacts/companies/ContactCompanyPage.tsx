import { getContactCompany } from '@escuta/contract/contact-companies';
import type { ContactCompany } from '@escuta/contract/contact-companies';
import { ContactCompanyId } from '@escuta/contract/ids';
import { metrics } from '@escuta/contract/metrics';
import { writtenCnpj } from '@escuta/contract/tax-numbers';
import { Button, Stack } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CompanyContacts } from '#web/features/contacts/companies/CompanyContacts.tsx';
import { CompanyForm } from '#web/features/contacts/companies/CompanyForm.tsx';
import { CompanyNumbers } from '#web/features/contacts/companies/CompanyNumbers.tsx';
import { isMissing } from '#web/lib/call.ts';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { Fact, Facts } from '#web/ui/Facts.tsx';
import { FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { NotFoundState } from '#web/ui/NotFoundState.tsx';
import { noticeSuccess } from '#web/ui/notices.tsx';
import { NoValue } from '#web/ui/NoValue.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

/** Had before the company is there: its parts would take the page away while they wait for theirs. */
const textsOfParts = ['contact-companies', 'contacts', 'dashboard', ...metrics] as const;

const route = getRouteApi('/shell/contatos/empresas/$id');

/** A company that contacts of the unit work for: what is known of it, what its people say, and who they are. */
export function ContactCompanyPage() {
  const { t } = useTranslation(textsOfParts);
  const id = ContactCompanyId.safeParse(route.useParams().id).data;
  const answer = useQuery(routeQuery(getContactCompany, id && { params: { id } }));
  if (!id || isMissing(answer.error)) return <NotFoundState />;
  const company = answer.data;
  return (
    <>
      <PageHeader title={company?.nome ?? t('one')} actions={company && <EditButton company={company} />} />
      <Loaded answer={answer}>
        {(loaded) => (
          <Stack gap="lg">
            <CompanyFacts company={loaded} />
            <CompanyNumbers id={loaded._id} />
            <CompanyContacts id={loaded._id} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function CompanyFacts({ company: { cnpj, segmento, created_at } }: { company: ContactCompany }) {
  const { t } = useTranslation('contact-companies');
  const { timezone } = useMe().business;
  return (
    <Facts>
      <Fact name={t('form.cnpj')}>{cnpj === null ? <NoValue /> : writtenCnpj(cnpj)}</Fact>
      <Fact name={t('form.segment')}>{segmento ?? <NoValue />}</Fact>
      <Fact name={t('page.since')}>{formatInstant(created_at, timezone)}</Fact>
    </Facts>
  );
}

function EditButton({ company }: { company: ContactCompany }) {
  const { t } = useTranslation('contact-companies');
  const { can } = useMe();
  const [isEdited, setEdited] = useState(false);
  if (!can('contactCompanies.edit')) return null;
  return (
    <>
      <Button leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />} onClick={() => setEdited(true)}>
        {t('form.edit')}
      </Button>
      <FormDrawer opened={isEdited} title={t('form.edit')} onClose={() => setEdited(false)}>
        <CompanyForm
          company={company}
          onSaved={() => {
            noticeSuccess(t('form.saved'));
            setEdited(false);
          }}
        />
      </FormDrawer>
    </>
  );
}
