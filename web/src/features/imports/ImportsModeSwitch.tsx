import { useNavigate } from '@tanstack/react-router';
import { AdminModeSwitch } from '#web/ui/AdminModeSwitch.tsx';

/** Turns the imports into those of all companies and back. */
export function ImportsModeSwitch({ isOn = false }: { isOn?: boolean }) {
  const navigate = useNavigate();
  return (
    <AdminModeSwitch
      isOn={isOn}
      onChange={(isAdmin) => void navigate({ to: '/imports', search: isAdmin ? { admin: true } : {} })}
    />
  );
}
