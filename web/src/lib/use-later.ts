import { useRef, useState } from 'react';

/**
 * Code that a part can be drawn without: undefined until it is here, which `begin` sets about. If it cannot be fetched, the
 * part fails as it does without its own code.
 */
export function useLater<Code extends object>(load: () => Promise<Code>): readonly [Code | undefined, () => void] {
  const [code, setCode] = useState<Code>();
  const isBegun = useRef(false);
  const begin = () => {
    if (isBegun.current) return;
    isBegun.current = true;
    load().then(
      (loaded) => setCode(() => loaded),
      (error: unknown) =>
        setCode(() => {
          throw error;
        }),
    );
  };
  return [code, begin];
}
