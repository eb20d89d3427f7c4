import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useUploadContacts } from '#web/features/imports/api.ts';
import { FileStep } from '#web/features/imports/FileStep.tsx';
import { ImportsLink } from '#web/features/imports/ImportsLink.tsx';
import { ImportSteps, stepOf } from '#web/features/imports/ImportSteps.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SampleFile } from '#web/ui/SampleFile.tsx';

const route = getRouteApi('/shell/importer/contacts');

/** From a file to its contacts: choose it, check what we found in it, follow the import. The address says which of the three. */
export function ImporterPage() {
  const { t } = useTranslation('imports');
  const search = route.useSearch();
  const navigate = useNavigate();
  const upload = useUploadContacts();
  return (
    <>
      <ImportsLink />
      <PageHeader title={t('importer.title')} text={t(`importer.${stepOf(search)}.text`)} />
      <ImportSteps
        {...search}
        goTo={(search, options) => void navigate({ to: '/importer/contacts', search, ...options })}
        file={(onFound) => <FileStep upload={upload} onFound={onFound} sample={<SampleFile />} />}
      />
    </>
  );
}
