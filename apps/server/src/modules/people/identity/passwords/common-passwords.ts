// The first entries of the lists published by the UK NCSC and SecLists (10k-most-common), 6 to 16 characters, and obvious
// ones for this product. R5.15 allows short passwords, so the best known ones are refused.
const COMMON = new Set(
  `123456 1234567 12345678 123456789 1234567890 0123456789 987654321 9876543210 654321 111111 11111111 000000 00000000
  112233 121212 123123 123123123 123321 123654 222222 333333 444444 555555 666666 777777 888888 88888888 999999 159753
  147258 147258369 159357 131313 232323 696969 101010 456789 789456 789456123 741852963 qwerty qwertyuiop qwerty123
  qwerty1 qwerty12 qwe123 qweasd qweasdzxc 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx qazwsxedc zaq12wsx zxcvbn zxcvbnm
  asdfgh asdfghjkl asdf1234 asd123 abc123 abcd1234 abcdef abcdefg abc12345 a123456 a12345678 a123456789 aa123456 aaaaaa
  password password1 password12 password123 passw0rd p@ssw0rd p@ssword pass1234 pass123 letmein welcome welcome1 admin123
  admin1 admin1234 administrator root123 root1234 toor123 changeme default test123 test1234 testtest guest123 user123
  login123 secret secret1 master monkey dragon shadow sunshine princess football baseball basketball soccer hockey
  superman batman spiderman starwars pokemon trustno1 iloveyou iloveyou1 loveme lovely michael jordan jessica charlie
  daniel thomas andrew joshua ashley matthew robert jennifer nicole amanda george harley ranger buster hunter tigger
  cookie pepper ginger summer winter flower cheese banana orange freedom whatever computer internet samsung iphone
  google killer mustang maggie access matrix yankees dallas austin thunder merlin corvette biteme hello123 hello1
  qwert12345 q1w2e3r4 q1w2e3r4t5 1234qwer 12qwaszx woaini woaini520 woaini1314 5201314 520520 1314520 a5201314
  brasil flamengo corinthians palmeiras mudar123 senha123 senha1 thailand sawadee solar123 solar1 energy1 inverter
  heliograph heliograph1 growatt sungrow photovoltaic`
    .split(/\s+/)
    .map((word) => word.toLowerCase()),
);

/** Whether a password is among the first that an attacker would try, in any letter case. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return COMMON.has(lower) || /^(.)\1*$/u.test(lower);
}
