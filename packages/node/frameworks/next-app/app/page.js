export default function Page() {
  return 'ready';
}
