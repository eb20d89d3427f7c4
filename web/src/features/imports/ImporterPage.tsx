import type { Import, ImportPreview } from '@escuta/contract/imports';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckStep } from '#web/features/imports/CheckStep.tsx';
import { FileStep } from '#web/features/imports/FileStep.tsx';
import { OwnImport } from '#web/features/imports/OwnImport.tsx';
import { useMe } from '#web/lib/me.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';

const route = getRouteApi('/shell/importer/contacts');

/** From a file to an import: choose it, check what we found in it, start. */
export function ImporterPage() {
  const { t } = useTranslation('imports');
  const { opens } = useMe();
  const { importId } = route.useSearch();
  const navigate = useNavigate();
  const [preview, setPreview] = useState<ImportPreview>();

  function follow({ _id }: Import): void {
    // Some roles may import and not see the list of all imports: they follow their own here.
    if (opens('imports')) void navigate({ to: '/imports/$id', params: { id: _id } });
    else void navigate({ to: '/importer/contacts', search: { importId: _id }, replace: true });
  }

  const step = importId ? 'follow' : preview ? 'check' : 'file';
  return (
    <>
      <PageHeader title={t('importer.title')} text={t(`importer.${step}.text`)} />
      {importId ? (
        <OwnImport
          id={importId}
          onAnother={() => {
            setPreview(undefined);
            void navigate({ to: '/importer/contacts' });
          }}
        />
      ) : preview ? (
        <CheckStep key={preview.uploadId} preview={preview} onBack={() => setPreview(undefined)} onStarted={follow} />
      ) : (
        <FileStep onFound={setPreview} />
      )}
    </>
  );
}
