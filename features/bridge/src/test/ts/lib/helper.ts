export const helper = (): string => "a helper";
