import type { Import } from '@escuta/contract/imports';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CheckStep } from '#web/features/imports/CheckStep.tsx';
import { FileStep } from '#web/features/imports/FileStep.tsx';
import { forgetUpload, keepUpload, keptUpload, proposalFor } from '#web/features/imports/kept-upload.ts';
import { ImportResult } from '#web/features/imports/ImportResult.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

const route = getRouteApi('/shell/importer/contacts');

/** From a file to its contacts: choose it, check what we found in it, follow the import. The address says which of the three. */
export function ImporterPage() {
  const { t } = useTranslation('imports');
  const { importId, uploadId } = route.useSearch();
  const navigate = useNavigate();
  const upload = uploadId === undefined ? undefined : keptUpload(uploadId);

  function follow({ _id }: Import): void {
    forgetUpload();
    void navigate({ to: '/importer/contacts', search: { importId: _id }, replace: true });
  }
  const chooseFile = () => void navigate({ to: '/importer/contacts' });

  const step = importId ? 'follow' : upload ? 'check' : 'file';
  return (
    <>
      <PageHeader title={t('importer.title')} text={t(`importer.${step}.text`)} />
      {importId ? (
        <ImportResult id={importId} onAnother={chooseFile} />
      ) : upload ? (
        <CheckStep key={upload.preview.uploadId} upload={upload} onBack={chooseFile} onStarted={follow} />
      ) : (
        <FileStep
          onFound={(preview) => {
            keepUpload(proposalFor(preview));
            void navigate({ to: '/importer/contacts', search: { uploadId: preview.uploadId } });
          }}
        />
      )}
    </>
  );
}
