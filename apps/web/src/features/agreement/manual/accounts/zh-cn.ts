import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "账号、公司与个人中心",
  blocks: [
    "顶部的**账号**列出您范围内的账号：本公司的**同事**和下级公司的**客户**，并显示角色、公司，以及是否已有人登录过。",
    { picture: "accounts", alt: "账号列表，含同事和客户两个标签" },
  ],
  sections: [
    {
      heading: "公司信息",
      blocks: ["您公司的名称、地址、联系人和管理员，以及所属电站、账号和下级公司的数量。"],
    },
    {
      heading: "个人中心",
      blocks: [
        "在右上角的圆形按钮中：他人看到的您的资料，本浏览器的语言、主题和密度，以及何时登录、有效到何时。资料由管理员修改。",
      ],
    },
  ],
};
