import { Outlet } from '@tanstack/react-router';
import { ToastStack } from '../toast/stack.tsx';

/** Every page, inside the shell or not. */
export const Root = () => (
  <>
    <Outlet />
    <ToastStack />
  </>
);
