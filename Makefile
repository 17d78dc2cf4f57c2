# Doors. Each target is one tox environment; `make help` lists them.
# On Windows, without make:  pip install tox  &&  tox run -e html  (or tests)
TOX = .bootstrap/bin/tox run -q

.DEFAULT_GOAL := help
.PHONY: help bootstrap html test lint site pdf epub gettext matrix gpu clean

help:  ## 列出所有入口
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

bootstrap:
	@sh tools/bootstrap.sh

html: bootstrap  ## 安装默认版本的 torch，读取、核对、生成站点到 build/html
	@$(TOX) -e html -- $(ARGS)

test: bootstrap  ## 运行全部测试与条目里的示例
	@$(TOX) -e tests -- $(ARGS)

lint: bootstrap  ## 代码风格与类型
	@$(TOX) -e lint

site: bootstrap  ## 由快照生成全部版本的站点到 build/site
	@$(TOX) -e site

pdf: bootstrap  ## 详注条目的 PDF
	@$(TOX) -e pdf

epub: bootstrap  ## 详注条目的 ePub，并用 epubcheck 检查
	@$(TOX) -e epub

gettext: bootstrap  ## 更新站点文字的翻译目录
	@$(TOX) -e gettext

matrix: bootstrap  ## 逐个安装每个 torch 版本：快照、核对、示例；可中断续跑
	@.bootstrap/bin/python tools/matrix.py $(VERSIONS)

gpu: bootstrap  ## 在 CUDA 上运行示例（没有 GPU 会明确失败）
	@$(TOX) -e gpu

clean:  ## 删除生成物（不删除环境）
	rm -rf build source/api source/mod source/tree source/changes source/pitfalls source/errors source/_generated .cache
