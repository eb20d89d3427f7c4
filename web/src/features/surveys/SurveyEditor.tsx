import type { Survey, SurveyDraft } from '@escuta/contract/surveys';
import { SurveyDefinition } from '@escuta/contract/surveys';
import { Alert, Badge, Button, Drawer, Group, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDeviceMobile, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ConflictNotice, SetAsideNotice } from '#web/features/surveys/ConflictNotice.tsx';
import { useFieldLabels } from '#web/features/surveys/field-labels.ts';
import { LeaveGuard } from '#web/features/surveys/LeaveGuard.tsx';
import type { PreviewView } from '#web/features/surveys/preview-view.ts';
import { maskChange } from '#web/features/surveys/mask-change.ts';
import { PublishDialog } from '#web/features/surveys/PublishDialog.tsx';
import { SaveLine } from '#web/features/surveys/SaveLine.tsx';
import { SendLink } from '#web/features/surveys/SendLink.tsx';
import { channelAt, sectionOf } from '#web/features/surveys/sections.ts';
import type { Section } from '#web/features/surveys/sections.ts';
import { SectionTabs } from '#web/features/surveys/SectionTabs.tsx';
import { ShareButton } from '#web/features/surveys/ShareButton.tsx';
import { SurveyPreview } from '#web/features/surveys/SurveyPreview.tsx';
import { SurveyStatus } from '#web/features/surveys/SurveyMarks.tsx';
import { textPathsOf, withTexts } from '#web/features/surveys/survey-texts.ts';
import type { TextPath } from '#web/features/surveys/survey-texts.ts';
import { useDraftEditing } from '#web/features/surveys/use-draft-editing.ts';
import { useMe } from '#web/lib/me.ts';
import { focusPageTitle } from '#web/ui/focus-page-title.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';
import classes from './SurveyEditor.module.css';

const wide = '(min-width: 75em)';

/** What the preview turns to when a section is opened. */
function firstView(section: Section): PreviewView {
  return { device: channelAt(section) ?? 'phone', step: section === 'closing' ? 'closing' : 0 };
}

/** The texts of one survey: written at the left, seen at the right, kept on the way. */
export function SurveyEditor({ draft }: { draft: SurveyDraft }) {
  const { t } = useTranslation(['surveys', 'ui', 'errors']);
  const { can } = useMe();
  const isReadOnly = !can('surveys.edit');
  const editing = useDraftEditing(draft);
  const { form, keeper, keepState, setAside } = editing;
  const [firstRevision] = useState(draft.revision);
  const [section, setSection] = useState<Section>('questions');
  const [view, setView] = useState(() => firstView('questions'));
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const [isPublishing, setPublishing] = useState(false);
  const isWide = useMediaQuery(wide);
  const labelOf = useFieldLabels(draft.definition);
  const { survey } = draft;
  const isNothingToPublish = survey.version !== null && !survey.has_changes && keepState.kind === 'kept';
  const nothingToPublish = isNothingToPublish ? t('errors:NOTHING_TO_PUBLISH') : undefined;

  const openSection = (next: Section) => {
    setSection(next);
    setView(firstView(next));
  };
  const goTo = (path: TextPath) => {
    // The field can take the focus only once its section is shown.
    flushSync(() => openSection(sectionOf(path) ?? section));
    form.getInputNode(path)?.focus();
  };
  const publish = () => {
    const { errors } = form.validate();
    const first = textPathsOf(draft.definition).find((path) => path in errors);
    if (first) goTo(first);
    else setPublishing(true);
  };
  const reload = async () => {
    // Where something was put aside, the notice of it takes the focus.
    if ((await editing.reload()) === 0) focusPageTitle();
  };
  const definition = previewOf(draft, form.values);
  const preview = (
    <SurveyPreview surveyId={survey._id} definition={definition} fields={draft.fields} view={view} onShow={setView} />
  );

  return (
    <div className={classes['editor']}>
      <StandaloneLink to="/customer-feedback">{t('title')}</StandaloneLink>
      <PageHeader
        title={form.values.title.trim() || t('editor.untitled')}
        actions={
          <>
            {!isWide && (
              <Button
                variant="default"
                leftSection={<IconDeviceMobile size={16} stroke={1.5} aria-hidden />}
                onClick={() => setPreviewOpen(true)}
              >
                {t('preview.open')}
              </Button>
            )}
            <ShareButton survey={survey} />
            {!isReadOnly && (
              <PublishButton
                variant={survey.status === 'active' && isNothingToPublish ? 'default' : 'filled'}
                refusal={keepState.kind === 'conflict' ? t('publish.reloadFirst') : nothingToPublish}
                onClick={publish}
              />
            )}
            <SendLink survey={survey} variant={isNothingToPublish || isReadOnly ? 'filled' : 'default'} />
          </>
        }
      />
      <Group gap="sm" mb="lg">
        <SurveyBadges survey={survey} />
        {!isReadOnly && (
          <SaveLine
            state={keepState}
            savedAt={survey.updated_at}
            isFresh={draft.revision !== firstRevision}
            hasFaults={Object.keys(form.errors).length > 0}
            onRetry={() => void keeper.flush()}
          />
        )}
      </Group>
      {isReadOnly && (
        <Alert variant="default" mb="lg">
          {t('editor.readOnly')}
        </Alert>
      )}
      {keepState.kind === 'conflict' && <ConflictNotice onReload={reload} />}
      {setAside.length > 0 && (
        <SetAsideNotice
          setAside={setAside}
          labelOf={labelOf}
          onTakeBack={(text) => {
            editing.takeBack(text);
            goTo(text.path);
          }}
          onForget={editing.forgetSetAside}
        />
      )}
      <div className={classes['columns']}>
        <SectionTabs
          form={form}
          isReadOnly={isReadOnly}
          definition={draft.definition}
          fields={draft.fields}
          labelOf={labelOf}
          section={section}
          onSection={openSection}
          onShow={setView}
        />
        {isWide && <aside aria-label={t('preview.label')}>{preview}</aside>}
      </div>
      <Drawer
        opened={!isWide && isPreviewOpen}
        onClose={() => setPreviewOpen(false)}
        position="right"
        size={430}
        title={t('preview.label')}
        closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
      >
        {preview}
      </Drawer>
      <PublishDialog
        survey={survey}
        keeper={keeper}
        masks={maskChange(draft, definition)}
        opened={isPublishing}
        onClose={() => setPublishing(false)}
        onConflict={() => {
          keeper.refuse();
          setPublishing(false);
        }}
      />
      <LeaveGuard keeper={keeper} />
    </div>
  );
}

interface PublishButtonProps {
  readonly variant: 'filled' | 'default';
  /** Why nothing can be published now. */
  readonly refusal: string | undefined;
  readonly onClick: () => void;
}

/** NOTE: a disabled button takes no focus and tells nobody why, so this one is only marked as disabled. */
function PublishButton({ variant, refusal, onClick }: PublishButtonProps) {
  const { t } = useTranslation('surveys');
  const isRefused = refusal !== undefined;
  return (
    <Tooltip label={refusal} disabled={!isRefused} events={{ hover: true, focus: true, touch: true }}>
      <Button
        variant={variant}
        data-disabled={isRefused || undefined}
        aria-disabled={isRefused}
        aria-description={refusal}
        onClick={isRefused ? undefined : onClick}
      >
        {t('publish.button')}
      </Button>
    </Tooltip>
  );
}

/** How a survey stands: its status, what is published, and whether the texts here are something else. */
function SurveyBadges({ survey }: { survey: Survey }) {
  const { t } = useTranslation('surveys');
  return (
    <>
      <SurveyStatus status={survey.status} />
      {survey.version !== null && (
        <Badge variant="default" radius="sm" className={classes['version'] ?? ''}>
          {t('editor.version', { version: survey.version })}
        </Badge>
      )}
      {survey.version !== null && survey.has_changes && (
        <Badge
          variant="default"
          radius="sm"
          className={classes['changes'] ?? ''}
          leftSection={<IconPencil size={14} stroke={1.75} aria-hidden />}
        >
          {t('editor.unpublished')}
        </Badge>
      )}
    </>
  );
}

const brandColor = SurveyDefinition.shape.theme.shape.brandColor;

/** The survey with what is being typed; a colour that is not one yet stays what it was. */
function previewOf(draft: SurveyDraft, texts: ReturnType<typeof useDraftEditing>['form']['values']): SurveyDefinition {
  const isColor = brandColor.safeParse(texts.brandColor).success;
  return withTexts(draft.definition, isColor ? texts : { ...texts, brandColor: draft.definition.theme.brandColor });
}
