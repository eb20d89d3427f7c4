import type { Import } from '@escuta/contract/imports';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CheckStep } from '#web/features/imports/CheckStep.tsx';
import { FileStep } from '#web/features/imports/FileStep.tsx';
import { forgetUpload, keepUpload, keptUpload, proposalFor } from '#web/features/imports/kept-upload.ts';
import { OwnImport } from '#web/features/imports/OwnImport.tsx';
import { useMe } from '#web/lib/me.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';

const route = getRouteApi('/shell/importer/contacts');

/** From a file to an import: choose it, check what we found in it, start. The address says which file is being checked. */
export function ImporterPage() {
  const { t } = useTranslation('imports');
  const { opens } = useMe();
  const { importId, uploadId } = route.useSearch();
  const navigate = useNavigate();
  const upload = uploadId === undefined ? undefined : keptUpload(uploadId);

  function follow({ _id }: Import): void {
    forgetUpload();
    // Some roles may import and not see the list of all imports: they follow their own here.
    if (opens('imports')) void navigate({ to: '/imports/$id', params: { id: _id }, replace: true });
    else void navigate({ to: '/importer/contacts', search: { importId: _id }, replace: true });
  }
  const chooseFile = () => void navigate({ to: '/importer/contacts' });

  const step = importId ? 'follow' : upload ? 'check' : 'file';
  return (
    <>
      <PageHeader title={t('importer.title')} text={t(`importer.${step}.text`)} />
      {importId ? (
        <OwnImport id={importId} onAnother={chooseFile} />
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
