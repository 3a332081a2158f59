// Functions of extensions that Pawl may call, under numbers. An extension that is loaded again in the same way gives
// its functions the same numbers, so that Pawl still knows them after this process was started again.

export function keepFunction(extension, run) {
  const functions = extension.functions;
  const number = functions.next++;
  functions.byNumber.set(number, run);
  return number;
}

export function dropFunction(extension, number) {
  extension.functions.byNumber.delete(number);
}

export function functionsOf() {
  return { next: 1, byNumber: new Map() };
}
