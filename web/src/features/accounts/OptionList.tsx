import { Alert, Center, Loader, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './accounts.module.css';

/** One thing that the power menu offers. */
export interface MenuOption {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly icon?: ReactNode;
  readonly pick: () => void;
}

/** What a tab of the power menu holds. */
export interface MenuTab {
  /** Over the list; none over the options of the first tab. */
  readonly title?: string;
  readonly options: readonly MenuOption[];
  readonly empty: string;
  /** Why nothing could be asked for. */
  readonly failure?: string | false;
  readonly isLoading?: boolean;
}

interface OptionListProps extends MenuTab {
  readonly id: string;
  readonly label: string;
  readonly focused: number;
  readonly onFocus: (index: number) => void;
}

/** The options under the search box. The box keeps the focus, and says which option is the active one. */
export function OptionList(props: OptionListProps) {
  const { id, label, title, options, empty, failure, isLoading = false, focused, onFocus } = props;
  return (
    <>
      {title && (
        <Text size="xs" fw={700} c="dimmed" mt="md" component="h3">
          {title}
        </Text>
      )}
      {isLoading && (
        <Center p="md">
          <Loader size="sm" />
        </Center>
      )}
      {failure && (
        <Alert color="red" mt="md" role="alert">
          {failure}
        </Alert>
      )}
      {!isLoading && !failure && options.length === 0 && (
        <Text component="output" display="block" ta="center" p="lg">
          {empty}
        </Text>
      )}
      {/* The box above leads it: the browser's own lists cannot be led. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div id={id} role="listbox" aria-label={label} className={classes['options']}>
        {!failure &&
          options.map((option, index) => (
            // The keys are those of the search box, which holds the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={option.id}
              id={`${id}-${index}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              role="option"
              tabIndex={-1}
              aria-selected={index === focused}
              className={classes['account']}
              onMouseMove={() => onFocus(index)}
              onClick={option.pick}
            >
              {option.icon}
              <span className={classes['name']}>{option.label}</span>
              {option.hint && (
                <Text component="span" size="sm" c="dimmed">
                  {option.hint}
                </Text>
              )}
            </div>
          ))}
      </div>
    </>
  );
}
